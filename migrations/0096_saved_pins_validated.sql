-- What 0095 left to do on posts, because it takes long where there are many: they are read and written meanwhile.
alter table posts validate constraint posts_complete;
alter table posts validate constraint posts_saved_pin;
