-- Pictures in use are held against what names them.
create index club_article_images on club_article using gin (images) where status <> 3;
-- Also for the deletion of a picture, which asks whether an application names it.
create index owner_application_picture on owner_application (picture_id) where picture_id is not null;
