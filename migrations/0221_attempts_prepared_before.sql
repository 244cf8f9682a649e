-- Of workers that died while they ran a version of old. All of them, wherever their posts are by now: the next migration reads every attempt, too.
update publish_attempts
   set state = 'claimed'
 where state = 'prepared';
