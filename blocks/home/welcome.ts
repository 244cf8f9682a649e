/** The app's Home before an account is connected. */
import { action, view } from './view.js'
import type { HomeView } from '@slack/types'
import { connectBlocks } from '../admin/connect.js'
import { button, context, divider, header, inline, label, section } from '../kit/kit.js'

/** The sentence for a person without a role on any connected account. */
export const NO_ACCESS = 'You don’t have access to an account yet. Ask an admin of your workspace for a role.'

/** The sentence for a person who only decides requests. */
export const ONLY_ASKED = 'You see only the requests that wait for you: /pin approvals.'

/** `canConnect`: the reader may connect accounts. `isShutOut`: the reader has no role on any connected account. */
export function welcomeView({ canConnect, isShutOut }: { canConnect: boolean; isShutOut: boolean }): HomeView {
  const first = 'No account is connected yet.'
  return {
    type: 'home',
    callback_id: view.home,
    blocks: [
      header('Pinslot'),
      section('Create Pinterest pins in Slack, schedule them, and Pinslot publishes each one on time, exactly once.'),
      ...(canConnect
        ? connectBlocks(`${first} Connect your Pinterest account in your browser.`, null)
        : [section(isShutOut ? NO_ACCESS : `${first} Ask an admin to connect one.`)]),
      divider(),
      context('See all commands with /pin help.'),
    ],
  }
}

/** Home of a person who only decides requests: a line for each account with some. */
export const reviewerView = (waiting: readonly { account: { id: string; username: string }; count: number }[]): HomeView => ({
  type: 'home',
  callback_id: view.home,
  blocks: [
    header('Pinslot'),
    ...(waiting.length === 0 ? [section('No request waits for you.')] : []),
    ...waiting.slice(0, MOST_ACCOUNTS).map(({ account: { id, username }, count }) =>
      section(
        `*${count === 1 ? '1 request waits' : `${count} requests wait`} for your decision*\n${inline(username)}`,
        button({
          text: 'Review',
          actionId: action.homeRequests,
          value: id,
          style: 'primary',
          label: `Review: ${label(username, 40)}`,
        }),
      ),
    ),
    divider(),
    context('We’ll remind you of requests in your morning. While you’re away, /pin away names someone who decides for you.'),
  ],
})
const MOST_ACCOUNTS = 50
