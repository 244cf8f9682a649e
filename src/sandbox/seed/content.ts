/** The initial content of the sandbox: one organization, two accounts, their boards and pins. Data only. */

export type SeedPin = {
  title: string
  description: string
  link: string
  altText: string
  /** A sample's name, which may be the video. */
  picture: string
  /** Further pictures of a carousel. */
  more?: string[]
  board: string
  section?: string
}
export type SeedBoard = { name: string; description: string | null; privacy: 'PUBLIC' | 'SECRET'; sections: string[] }
export type SeedAccount = {
  platformUserId: string
  username: string
  displayName: string
  isBusiness: boolean
  timezone: string
  website: string | null
  boards: SeedBoard[]
  /** Wall times for each day of the week; two a day make fourteen slots a week. */
  slotTimes: [string, string]
  published: SeedPin[]
  queued: SeedPin[]
  drafts: SeedPin[]
  /**
   * The workspace’s second person asks for approval of it, so that a newcomer can decide at once. What is for its board, the
   * client decides, too.
   */
  requested?: SeedPin
}

export const ORGANIZATION = 'Maple & Thread'
/** Owns the board on which both accounts only collaborate. */
export const FRIEND = {
  platformUserId: '880000000000000003',
  username: 'studio_north',
  displayName: 'Studio North',
  board: 'Neighbours pin together',
}

const shop = 'https://shop.example.com'
export const blog = 'https://notes.example.org'

export const ACCOUNTS: SeedAccount[] = [
  {
    platformUserId: '880000000000000001',
    username: 'maple_and_thread',
    displayName: 'Maple & Thread',
    isBusiness: true,
    timezone: 'America/New_York',
    website: shop,
    slotTimes: ['09:30', '19:15'],
    boards: [
      {
        name: 'Warm kitchens',
        description: 'Shelves, jars and light for rooms that get cooked in.',
        privacy: 'PUBLIC',
        sections: ['Open shelving', 'Small spaces'],
      },
      {
        name: 'Table settings',
        description: 'Plates and linen for slow evenings.',
        privacy: 'PUBLIC',
        sections: ['Autumn', 'Weeknights'],
      },
      { name: 'Lamps & light', description: null, privacy: 'PUBLIC', sections: ['Reading corners'] },
      { name: 'Next collection', description: 'Not yet for everyone.', privacy: 'SECRET', sections: [] },
      { name: 'Bluebird Bakery', description: 'What we pin for a client.', privacy: 'PUBLIC', sections: [] },
    ],
    published: [
      {
        title: 'Open shelves that stay tidy',
        description: 'Three boards, ten jars and the rule of odd numbers.',
        link: `${shop}/open-shelves`,
        altText: 'Wooden shelves with jars and bowls',
        picture: 'shelf-1.jpg',
        board: 'Warm kitchens',
        section: 'Open shelving',
      },
      {
        title: 'A lamp low over the table',
        description: 'Sixty centimetres above the wood: close enough to talk under.',
        link: `${shop}/low-lamp`,
        altText: 'A red lamp over a small table',
        picture: 'lamp-1.jpg',
        board: 'Lamps & light',
      },
      {
        title: 'Autumn plates, nothing matching',
        description: 'Five glazes that get along.',
        link: `${shop}/autumn-plates`,
        altText: 'Three plates seen from above',
        picture: 'table-1.jpg',
        board: 'Table settings',
        section: 'Autumn',
      },
      {
        title: 'One big leaf is enough',
        description: 'A vase, a branch, an empty wall.',
        link: `${shop}/one-leaf`,
        altText: 'A red vase with large leaves',
        picture: 'vase-1.jpg',
        board: 'Warm kitchens',
      },
    ],
    queued: [
      {
        title: 'Jars for a small pantry',
        description: 'How much each size really holds, in cups and grams.',
        link: `${shop}/pantry-jars`,
        altText: 'Green jars on three shelves',
        picture: 'shelf-2.jpg',
        board: 'Warm kitchens',
        section: 'Small spaces',
      },
      {
        title: 'Weeknight table in four moves',
        description: 'Bowls, linen, one candle, done.',
        link: `${shop}/weeknight-table`,
        altText: 'A table set with plates and a cup',
        picture: 'table-2.jpg',
        board: 'Table settings',
        section: 'Weeknights',
      },
      {
        title: 'A reading corner by the window',
        description: 'Where to put the lamp so that the page is bright and the room is not.',
        link: `${shop}/reading-corner`,
        altText: 'A yellow lamp above a side table',
        picture: 'lamp-4.jpg',
        board: 'Lamps & light',
        section: 'Reading corners',
      },
    ],
    drafts: [
      {
        title: 'Spring branches',
        description: 'Forsythia in a blue vase.',
        link: `${shop}/spring-branches`,
        altText: 'A vase with green leaves',
        picture: 'vase-4.jpg',
        board: 'Warm kitchens',
      },
      {
        title: 'The blue plate story',
        description: 'How our potter mixes the glaze.',
        link: `${shop}/blue-plate`,
        altText: 'Blue plates from above',
        picture: 'table-4.jpg',
        board: 'Table settings',
      },
      {
        title: 'Four lamps, four evenings',
        description: 'The same corner under four lights: which one is yours?',
        link: `${shop}/four-lamps`,
        altText: 'Lamps of four colours, one after the other',
        picture: 'lamp-1.jpg',
        more: ['lamp-2.jpg', 'lamp-3.jpg', 'lamp-4.jpg'],
        board: 'Lamps & light',
      },
      {
        title: 'How the shade is turned',
        description: 'A few seconds from the workshop.',
        link: `${shop}/shade`,
        altText: 'Shapes turning slowly',
        picture: 'clip.mp4',
        board: 'Lamps & light',
      },
    ],
    requested: {
      title: 'Linen that gets better',
      description: 'Softer after every wash: what we weave it from, and how to look after it.',
      link: `${shop}/open-shelves`,
      altText: 'Plates and linen on a wooden table',
      picture: 'table-3.jpg',
      board: 'Bluebird Bakery',
    },
  },
  {
    platformUserId: '880000000000000002',
    username: 'lena.wandert',
    displayName: 'Lena wandert',
    isBusiness: false,
    timezone: 'Europe/Berlin',
    website: null,
    slotTimes: ['07:45', '18:20'],
    boards: [
      {
        name: 'Walks around Berlin',
        description: 'Half days by train, no car.',
        privacy: 'PUBLIC',
        sections: ['Lakes', 'Hills'],
      },
      { name: 'Balcony garden', description: null, privacy: 'PUBLIC', sections: ['Herbs'] },
      { name: 'Presents for mum', description: null, privacy: 'SECRET', sections: [] },
    ],
    published: [
      {
        title: 'Twelve kilometres of beech wood',
        description: 'Start at the station, end at the lake.',
        link: `${blog}/beech-wood`,
        altText: 'Green hills under a red sun',
        picture: 'hills-1.jpg',
        board: 'Walks around Berlin',
        section: 'Hills',
      },
      {
        title: 'Basil that survives August',
        description: 'Shade at noon, water at seven.',
        link: `${blog}/basil`,
        altText: 'A yellow vase with green leaves',
        picture: 'vase-2.jpg',
        board: 'Balcony garden',
        section: 'Herbs',
      },
    ],
    queued: [
      {
        title: 'Evening light over the marsh',
        description: 'The last train back leaves at nine.',
        link: `${blog}/marsh`,
        altText: 'Violet hills in the evening',
        picture: 'hills-3.jpg',
        board: 'Walks around Berlin',
        section: 'Lakes',
      },
      {
        title: 'Mint in an old teapot',
        description: 'It drinks more than you think.',
        link: `${blog}/mint`,
        altText: 'A vase with leaves on a blue table',
        picture: 'vase-5.jpg',
        board: 'Balcony garden',
        section: 'Herbs',
      },
    ],
    drafts: [
      {
        title: 'First frost walk',
        description: 'Wear the thick socks.',
        link: `${blog}/first-frost`,
        altText: 'Blue hills under a yellow sun',
        picture: 'hills-4.jpg',
        board: 'Walks around Berlin',
      },
    ],
  },
]
