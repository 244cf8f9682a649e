/** Being away: the form that names a deputy, and what is said of an absence. */
import type { ModalView } from '@slack/types'
import type { Absence } from '../../src/core/accounts/people/deputies.js'
import { field, shared } from '../ids.js'
import { actions, button, context, escape, form, input, type Message, section, text } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'

export const action = { openAway: 'open_away', endAbsence: 'end_absence' } as const
export const view = { away: 'away' } as const

const slackIdIn = (userId: string): string => userId.slice(userId.indexOf(':') + 1)

/** Begins with what is known, from the typed line or the present absence. */
export const awayView = ({ deputy, until }: Partial<Absence>): ModalView =>
  form({
    callbackId: view.away,
    title: 'While you’re away',
    submit: 'Save',
    memory: '',
    blocks: [
      input({
        blockId: field.person,
        label: 'Who decides for you',
        element: {
          type: 'users_select',
          action_id: shared.value,
          placeholder: text('Choose a person', 150),
          ...(deputy !== undefined && { initial_user: slackIdIn(deputy) }),
        },
      }),
      input({
        blockId: field.until,
        label: 'Until',
        hint: 'Your time.',
        element: {
          type: 'datetimepicker',
          action_id: shared.value,
          ...(until && { initial_date_time: Math.floor(until.getTime() / 1000) }),
        },
      }),
      context('They see and decide requests that name you or your user group, and get your reminders. It ends by itself.'),
    ],
  })

export function awayMessage({ deputy, until }: Absence): Message {
  const words = `<@${escape(slackIdIn(deputy))}> decides your requests until ${slackDate(until)}.`
  return {
    text: words,
    blocks: [
      section(words),
      actions([
        button({ text: 'I’m back', actionId: action.endAbsence }),
        button({ text: 'Change', actionId: action.openAway, label: 'Change: who decides for you' }),
      ]),
    ],
  }
}

export const BACK = 'You decide your requests yourself again.'
