-- What is hidden, for those who lead groups: few rows of many.
create index club_article_hidden on club_article (group_id, article_id) where status = 2;
create index club_comment_hidden on club_comment (comment_id) where status = 2;
