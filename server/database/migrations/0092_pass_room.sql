-- A spent pass is longer than a new one, and a crowd spends all of a page at once: with 40 % to spare on each page
-- nearly half of them went to another one, and their indexes were told (migration 0046 had meant that none is).
alter table captcha_pass set (fillfactor = 40);
