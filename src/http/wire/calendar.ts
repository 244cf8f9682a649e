import { z } from 'zod'
import type { CalendarLink } from '../../core/slots/calendar-link.js'
import { seconds, secondsSchema } from './time.js'

export const calendarLinkSchema = z
  .object({
    url: z.string().meta({ format: 'uri', description: 'iCalendar URL; anyone who has it can read the schedule' }),
    createdAt: secondsSchema,
  })
  .meta({ id: 'CalendarLink', description: 'A secret URL that calendar apps can subscribe to' })

export const calendarLinkToWire = ({ url, createdAt }: CalendarLink): z.output<typeof calendarLinkSchema> => ({
  url,
  createdAt: seconds(createdAt),
})
