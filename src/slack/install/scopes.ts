/** The rights the app asks for. manifest.yml says the same to Slack, and a test compares them. */
export const RIGHTS = [
  { scope: 'chat:write', why: 'to post in channels it is invited to and message people directly' },
  { scope: 'commands', why: 'to answer /pin and offer “New pin” and “Make a pin”' },
  {
    scope: 'files:read',
    why: 'to load images and videos that people add to its forms or turn into pins from a message',
  },
  { scope: 'files:write', why: 'to show images of pins and charts of their stats in Slack' },
  { scope: 'im:history', why: 'to make drafts of the images, videos and links that people drop in their messages with it' },
  { scope: 'usergroups:read', why: 'to let admins give roles to user groups' },
  { scope: 'users:read', why: 'to know who is asking, whether they are a workspace admin, and their time zone' },
] as const
