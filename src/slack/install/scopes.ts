/**
 * The rights that the app requests. manifest.yml declares the same, and a test compares them; `without` says what does not work
 * if Slack granted less.
 */
export const RIGHTS = [
  {
    scope: 'canvases:write',
    why: 'to put a monthly report into a canvas when somebody presses the button for it',
    without: 'Monthly reports can’t become canvases; their page says the same.',
    isOptional: true,
  },
  {
    scope: 'channels:history',
    why: 'to make replies to cards of pins in public channels comments',
    without: 'A reply to a card in a public channel is no comment; “Comment” on the card makes one.',
    isOptional: true,
  },
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
    without: 'Images and videos in Slack can’t become pins; links to images and pages can.',
    isOptional: true,
  },
  {
    scope: 'files:write',
    why: 'to show images of pins and charts of their stats in Slack',
    without: 'Pins and stats show no images.',
  },
  {
    scope: 'groups:history',
    why: 'to make replies to cards of pins in private channels comments',
    without: 'A reply to a card in a private channel is no comment; “Comment” on the card makes one.',
    isOptional: true,
  },
  {
    scope: 'im:history',
    why: 'to make drafts of the images, videos and links that people drop in their messages with it',
    without: 'Files and links that people send to Pinslot get no answer; /pin new many does the same.',
    isOptional: true,
  },
  {
    scope: 'links:read',
    why: 'to see links of pins that people post',
    without: 'A link of a pin shows nothing about it.',
    isOptional: true,
  },
  {
    scope: 'links:write',
    why: 'to show the pin below its link',
    without: 'A link of a pin shows nothing about it.',
    isOptional: true,
  },
  {
    scope: 'usergroups:read',
    why: 'to let admins give roles to user groups',
    without: 'User groups can’t get a role; people can.',
    isOptional: true,
  },
  {
    scope: 'users:read',
    why: 'to know who is asking, whether they are a workspace admin, and their time zone',
    without: 'Pinslot doesn’t know who is asking, so it refuses.',
  },
] as const

/** The rights without which the app does not work as documented: the others may be refused. */
export const NEEDED = RIGHTS.filter((right) => !('isOptional' in right))
