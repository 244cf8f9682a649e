-- Of workers that died while they ran a version of old. Their posts are in flight still: of the attempts of all years these are few.
update publish_attempts a
   set state = 'claimed'
  from posts p
 where p.status = 'uploading'
   and p.organization_id = a.organization_id
   and p.id = a.post_id
   and a.state = 'prepared';
