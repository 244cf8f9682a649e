/**
 * The rights that the app requests. manifest.yml declares the same, and a test compares them; `without` says what does not work
 * if Slack granted less.
 */
export const RIGHTS = [
  {
    scope: 'chat:write',
    why: 'to post in channels it is invited to and message people directly',
    without: 'Pinslot can’t post or message anyone.',
  },
  {
    scope: 'commands',
    why: 'to answer /pin and offer “New pin” and “New pins”',
    without: '/pin, “New pin” and “New pins” don’t work.',
  },
  {
    scope: 'files:read',
    why: 'to load images and videos that people add to its forms or turn into pins from a message',
    without: 'Images and videos in Slack can’t become pins.',
  },
  {
    scope: 'files:write',
    why: 'to show images of pins and charts of their stats in Slack',
    without: 'Pins and stats show no images.',
  },
  {
    scope: 'im:history',
    why: 'to make drafts of the images, videos and links that people drop in their messages with it',
    without: 'Files and links that people send to Pinslot get no answer.',
  },
  {
    scope: 'usergroups:read',
    why: 'to let admins give roles to user groups',
    without: 'User groups can’t get a role.',
  },
  {
    scope: 'users:read',
    why: 'to know who is asking, whether they are a workspace admin, and their time zone',
    without: 'Pinslot doesn’t know who is asking, so it refuses.',
  },
] as const
