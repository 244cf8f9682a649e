/**
 * A form whose work may take longer than Slack waits. In time, the form closes or shows its result, and errors stand under their fields.
 * Late, it shows progress, then the result or the form again with its errors. A person who has closed it meanwhile gets a message.
 */
import type { ModalView } from '@slack/types'
import { doneView, noticeView } from '../../../blocks/kit/sentence.js'
import { workingView } from '../../../blocks/kit/working.js'
import type { ActionArgs, SlackDeps, ViewArgs } from '../listener.js'
import { explain, type Explanation } from '../reply/errors.js'
import { makeProgress } from '../reply/progress.js'
import { showOrSend } from '../reply/send-to-person.js'
import { showBelow } from './show-below.js'
import { settlesWithin } from '../../core/lib/timeout.js'

/** `sentence`: the message for a person who has closed the form; absent: another message says it. */
export type SlowResult = { view: ModalView; sentence?: string }

/** The same sentence in the form and as the message. */
export const lateSentence =
  <T>({ title }: ViewArgs['view'], textOf: (result: T) => string) =>
  (result: T): SlowResult => ({ view: doneView(title.text, textOf(result)), sentence: textOf(result) })

export type SlowForm<T> = {
  /** Errors are in the words of the form. @param report shows another step of the work */
  work: (report: (sentence: string) => void) => Promise<T>
  /** The first step of the work. */
  working: string
  /** Of the view that shows progress; default: the form's own. */
  title?: string
  /** What the form becomes in time, undefined: it closes; `clear` closes the forms below it as well. Default: it closes. */
  inTime?: 'clear' | ((result: T) => ModalView | undefined)
  /** What the form becomes late; undefined: there is nothing to show. */
  late: (result: T) => SlowResult | undefined | Promise<SlowResult | undefined>
  /** The form as it was filled, with its errors. Default: the sentence of the error alone. */
  again?: (problem: Explanation, error: unknown) => Promise<ModalView>
  /** Whether the form is shown again for this error, though Slack could still show it under a field. */
  needsForm?: (error: unknown) => boolean
  /** Begins the message for a person who has closed the form; the reason follows. */
  notDone?: string
  /** Where that message goes; default: a direct message. */
  responseUrl?: string | undefined
  /** Refreshes other places that show the result. */
  after?: (result: T) => Promise<void>
}

/** @throws errors of `work` in time, except those that `needsForm` takes */
export async function slowForm<T>(deps: SlackDeps, args: ViewArgs, form: SlowForm<T>): Promise<void> {
  const { view, client, context, ack } = args
  const { title = view.title.text, inTime, late, again, needsForm, after } = form
  const working = (sentence: string) => workingView(title, sentence)
  const progress = makeProgress(form.working, async (sentence) => {
    await client.views.update({ view_id: view.id, view: working(sentence) }).catch((error: unknown) => {
      deps.log.debug({ err: error }, 'a form was closed before its work was done')
    })
  })
  const work = form.work((sentence) => progress.report(sentence))
  const problemOf = (error: unknown) => explain(deps, error, { callbackId: view.callback_id })
  if (await settlesWithin(work, deps.timeouts.formMs)) {
    const outcome = await outcomeOf(work)
    if ('error' in outcome) {
      const { error } = outcome
      if (!again || !needsForm?.(error)) throw error // under its field
      return ack({ response_action: 'update', view: await again(problemOf(error), error) })
    }
    const { result } = outcome
    if (inTime === 'clear') await ack({ response_action: 'clear' })
    else {
      const shown = inTime?.(result)
      await ack(shown && { response_action: 'update', view: shown })
    }
    return after?.(result)
  }
  await ack({ response_action: 'update', view: working(progress.sentence) })
  progress.start()
  const outcome = await outcomeOf(work)
  await progress.stop()
  const addressee = { client, slackUserId: context.slackUserId, responseUrl: form.responseUrl }
  const show = (last: SlowResult) => showOrSend(deps, addressee, { viewId: view.id, ...last })
  if ('error' in outcome) {
    const problem = problemOf(outcome.error)
    const last = again ? await again(problem, outcome.error) : noticeView(problem.sentence)
    return show({ view: last, sentence: [form.notDone, problem.sentence].filter(Boolean).join(' ') })
  }
  const last = await late(outcome.result)
  if (last) await show(last)
  await after?.(outcome.result)
}

type SlowButton<T> = {
  work: Promise<T>
  working: string
  result: (result: T) => Promise<Required<SlowResult>>
}

/** The same for a button whose form stays open. @throws errors of `work` */
export async function slowButton<T>(
  deps: SlackDeps,
  { body, client, context }: ActionArgs,
  { work, working, result }: SlowButton<T>,
): Promise<void> {
  const { view } = body
  if (!view) return
  if (!(await settlesWithin(work, deps.timeouts.formMs)))
    await showBelow(deps, client, view.id, workingView(view.title.text, working))
  const last = await result(await work)
  await showOrSend(deps, { client, slackUserId: context.slackUserId }, { viewId: view.id, ...last })
}

const outcomeOf = <T>(work: Promise<T>): Promise<{ result: T } | { error: unknown }> =>
  work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
