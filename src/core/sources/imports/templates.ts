/**
 * The templates of other programs, with the meaning of their columns. Where no page is named, the columns are those of users'
 * files.
 */
import type { DateOrder } from './days.js'
import type { ImportField } from './model.js'
import { isTimeAlone } from './times.js'

export type Template = {
  /** The name of the program in a preview. */
  name: string
  /** Plain names that its files have. */
  has: readonly string[]
  /** True when its files have no other columns. */
  isExact?: true
  /** Fields of columns whose plain names mean something else, or nothing, in other files. */
  fields?: Readonly<Record<string, ImportField>>
  /** Columns that correspond to no field of a pin, and are not reported as possible times. */
  unread?: readonly string[]
  /** Fields whose value is in several columns, in this order. */
  parts?: Partial<Record<'date' | 'time', readonly string[]>>
  /** `only`: a column that is `false` in lines that are not for Pinterest; `drafts`: one that is `true` in drafts. */
  only?: string
  drafts?: string
  /** The zone of its times; absent: that of the account. */
  zone?: 'UTC'
  order?: DateOrder
  /** The minute of the day for a day without a time. */
  dayAloneAt?: number
  /** Notes that a person should read before the import. */
  notes?: readonly string[]
  /** The columns of its files without a line of names, and how to recognize such a line. */
  headerless?: { names: readonly string[]; isLine: (cells: readonly string[]) => boolean }
}

const NOON = 12 * 60
const isAddress = (cell = '') => /^\s*https?:\/\//i.test(cell)
const isNumber = (cell = '', digits = 2) => /^\s*\d+\s*$/.test(cell) && cell.trim().length <= digits

/** The templates; the first match is taken. Pages were read on 28 November 2026. */
export const TEMPLATES: readonly Template[] = [
  {
    name: 'Pinslot', // docs/contract.md#csv
    has: ['pinid', 'status', 'publishat'],
    unread: ['pinid', 'status', 'timezone', 'publishedat', 'pinurl', 'failure', 'createdat', 'savedpinurl'],
    notes: ['These files have no slides of carousels and no product tags. Add them after the import.'],
  },
  {
    // https://www.pinbuddy.net/blog/pinterest-csv-upload-guide/ (June 2026); noon in UTC is that day nearly everywhere
    name: 'Pinterest',
    has: ['title', 'mediaurl', 'pinterestboard', 'thumbnail', 'description', 'link', 'publishdate', 'keywords'],
    isExact: true,
    unread: ['keywords'],
    zone: 'UTC',
    dayAloneAt: NOON,
    notes: [
      'Times are in UTC, as Pinterest reads its own template. A day without a time goes out at 12:00 UTC.',
      'Keywords are not imported.',
    ],
  },
  {
    // https://publer.com/help/en/article/how-to-use-a-csv-file-18qhxcq, https://publer.com/blog/ultimate-csv-bulk-scheduler-social-media/:
    // YYYY/MM/DD or YYYY-MM-DD, HH:MM; addresses separated by commas
    name: 'Publer',
    has: ['date', 'links', 'mediaurls', 'labels'],
    fields: { links: 'url', pinboardfbalbumorgooglecategory: 'board', alttexts: 'altText' },
    unread: ['labels', 'comments', 'postsubtype', 'cta', 'reminder'],
  },
  {
    // the template of its planner has a column for each network, and numbered pictures
    name: 'Metricool',
    has: ['text', 'date', 'time', 'pictureurl1'],
    fields: { pinterestpintitle: 'title', pinterestpinlink: 'url', alttextpicture1: 'altText' },
    unread: ['pinterestpinnewformat'],
    only: 'pinterest',
    drafts: 'draft',
  },
  {
    // https://help.socialbee.com/article/80-how-do-i-import-content-via-csv
    name: 'SocialBee',
    has: ['text', 'imageurls', 'gifurls', 'videourls', 'postatspecifictime'],
  },
  {
    // https://help.hoopai.com/marketing/social-csv-import: YYYY-MM-DD HH:mm:ss or M/D/YYYY H:mm; addresses separated by a comma and a space
    name: 'HighLevel',
    has: ['postatspecifictime', 'content'],
    unread: ['posttype', 'watermark', 'category', 'followupcomment', 'gbpposttype', 'gbpcalltoaction'],
    order: 'month',
  },
  {
    // https://support.vistasocial.com/hc/en-us/articles/10295276622875-Bulk-Scheduling-CSV-format-explained: 2022-12-15 5:05 pm; `link` is that
    // of the picture or the video
    name: 'Vista Social',
    has: ['message', 'type', 'link', 'time'],
    fields: { link: 'mediaUrl', type: 'mediaType', time: 'date', message: 'description' },
  },
  {
    // https://help.postfa.st/publishing-scheduling/csv-format-for-bulk-import: ISO 8601 with an offset; addresses separated by commas
    name: 'PostFast',
    has: ['scheduledat', 'accountid', 'content', 'mediaurls'],
    unread: ['accountid', 'firstcomment', 'fbcontenttype', 'igpublishtype', 'ytisshort'],
  },
  {
    // https://ayrshare.com/docs/apis/post/bulk-post: 2023-07-08T12:30:00Z, in UTC
    name: 'Ayrshare',
    has: ['post', 'platforms', 'mediaurls', 'scheduledate'],
    fields: { post: 'description' },
    zone: 'UTC',
    notes: ['Times are in UTC, as Ayrshare reads its template.'],
  },
  {
    // https://www.socialpatra.com/blog/bulk-csv-import-schedule-a-month-of-posts: ISO 8601
    name: 'SocialPatra',
    has: ['content', 'platforms', 'platformids', 'scheduledat'],
  },
  {
    // https://socialk.it/en/how-to/how-to-bulk-schedule-pinterest-pins-csv: 2026-08-14T09:00:00
    name: 'SocialKit',
    has: ['imageurl', 'pintitle', 'destinationlink', 'boardname', 'scheduleddatetime'],
  },
  {
    // https://pinsmachine.com/blog/pinterest-csv-bulk-upload-the-fastest-way-to-pin-100-images-in-one-shot: ISO 8601
    name: 'PinsMachine',
    has: ['boardname', 'title', 'imageurl', 'publishedat'],
    fields: { publishedat: 'date' },
  },
  {
    // https://intercom.help/postcron/en/articles/6904404-how-to-create-a-spreadsheet-for-the-bulk-uploader: eight columns, hours from 0 to 23,
    // addresses separated by commas
    name: 'Postcron',
    has: ['year', 'month', 'day', 'hour', 'minute'],
    fields: { year: 'date', month: 'date', day: 'date', hour: 'time', minute: 'time' },
    parts: { date: ['year', 'month', 'day'], time: ['hour', 'minute'] },
    headerless: {
      names: ['Text', 'Year', 'Month', 'Day', 'Hour', 'Minute', 'Image URL', 'Link'],
      isLine: ([, year, ...cells]) =>
        isNumber(year, 4) && cells.slice(0, 4).every((cell) => isNumber(cell)) && isAddress(cells[4]),
    },
  },
  {
    // http://jycalcano.blogspot.com/2015/07/post-8-hootsuite-bulk-messaging.html: no first line with names; whoever uploads the file says
    // whether the day or the month comes first
    name: 'Hootsuite',
    has: ['dateandtime', 'message', 'link'],
    headerless: {
      names: ['Date and time', 'Message', 'Link', 'Image URL'],
      isLine: ([date = '', , ...addresses]) =>
        isTimeAlone(date) && addresses.length > 0 && addresses.every((cell) => cell.trim() === '' || isAddress(cell)),
    },
  },
  {
    // https://doc.postoplan.app/sr/doc_post/bulk-upload-and-scheduling-content-with-csv/: mm/dd/yyyy hh:mm or dd.mm.yyyy; a day alone is midnight
    name: 'Postoplan',
    has: ['date', 'message', 'mediaurl'],
    isExact: true,
    order: 'month',
    dayAloneAt: 0,
    notes: ['A day without a time goes out at midnight, as in Postoplan.'],
  },
  { name: 'SocialPilot', has: ['postcontent', 'imageurl', 'datetime'] },
  { name: 'Later', has: ['caption', 'mediaurls', 'scheduledtime'] },
  { name: 'Buffer', has: ['text', 'imageurl', 'tags', 'postingtime'] },
  { name: 'Tailwind', has: ['imageurl', 'sourceurl'] },
  {
    // https://help.planoly.com/knowledge/how-to-use-pin-planner-for-pinterest: title, description, URL, board, date and time of a pin
    name: 'Planoly',
    has: ['pintitle', 'pindescription', 'pinurl'],
    fields: { pinurl: 'url' },
  },
  {
    // https://leamsigc.github.io/MagicSync/guide/csv-import: ISO 8601
    name: 'MagicSync',
    has: ['content', 'imageurl', 'scheduledtime'],
  },
  { name: 'Shopify', has: ['handle', 'title', 'bodyhtml', 'imagesrc'], unread: ['imageposition'] },
  {
    name: 'WooCommerce',
    has: ['sku', 'name', 'shortdescription', 'images'],
    unread: ['datesalepricestarts', 'datesalepriceends'],
  },
]

/**
 * Finds the template. @param names plain names of the columns, each maybe in two forms @param count of the columns that have a
 * name
 */
export function templateOf(names: ReadonlySet<string>, count: number): Template | null {
  const fits = ({ has, isExact }: Template) => has.every((name) => names.has(name)) && (!isExact || count === has.length)
  return TEMPLATES.find(fits) ?? null
}

/** Finds the template of a file without names of columns, by its first line. */
export const headerlessTemplateOf = (cells: readonly string[]): Template | null =>
  TEMPLATES.find(({ headerless }) => headerless?.isLine(cells)) ?? null
