-- What a client calls themselves who comments by a review link; their `author` is 'link:7'.
alter table post_comments add column name text;
