/** Opens forms in time: a trigger lives three seconds, and a slow database must not use it up. */
import type { ModalView } from '@slack/types'
import type { WebClient } from '@slack/web-api'
import { workingView } from '../../../blocks/kit/working.js'
import { explain } from '../reply/errors.js'
import { explainedView } from '../reply/explain.js'
import type { Member } from '../../core/accounts/people/members.js'
import type { ActionArgs, CommandArgs, SlackDeps } from '../listener.js'
import { settlesWithin } from '../../core/lib/timeout.js'
import { showBelow } from './show-below.js'

type Opening = {
  client: WebClient
  triggerId: string
  /** `push` opens it over the open form. */
  how: 'open' | 'push'
  title: string
}

/** Opens the form; slow work first shows progress in a form that becomes the requested one, or shows the error. */
export async function openInTime(
  deps: Pick<SlackDeps, 'log' | 'settings' | 'timeouts'>,
  { client, triggerId, how, title }: Opening,
  read: () => Promise<ModalView>,
): Promise<void> {
  const reading = read()
  const lay = (view: ModalView) => client.views[how]({ trigger_id: triggerId, view })
  if (await settlesWithin(reading, deps.timeouts.openMs)) return void (await lay(await reading))
  const { view } = await lay(workingView(title, 'Loading…'))
  const requested = await reading.catch((error: unknown) => explainedView(explain(deps, error, { form: title })))
  await showBelow(deps, client, view?.id, requested)
}

/** Makes the handlers of a verb and a button that open the same form. */
export function openedBothWays(title: string, read: (deps: SlackDeps, member: Member) => Promise<ModalView>) {
  const open = (
    deps: SlackDeps,
    { client, context }: Pick<CommandArgs, 'client' | 'context'>,
    triggerId: string,
    how: 'open' | 'push' = 'open',
  ) => openInTime(deps, { client, triggerId, how, title }, () => read(deps, context.member))
  return {
    byCommand: async (deps: SlackDeps, args: CommandArgs): Promise<void> => {
      await open(deps, args, args.command.trigger_id)
    },
    byButton: async (deps: SlackDeps, args: ActionArgs): Promise<void> => {
      const { action, body, client, context } = args
      const currentAccountId = action.type === 'button' && /^\d+$/.test(action.value ?? '') ? action.value : undefined
      const member = { ...context.member, ...(currentAccountId !== undefined && { currentAccountId }) } // the account of the button
      await open(
        deps,
        { client, context: { ...context, member } },
        body.trigger_id,
        body.view?.type === 'modal' ? 'push' : 'open',
      )
    },
  }
}
