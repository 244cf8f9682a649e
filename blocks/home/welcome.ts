/** The app's Home before there is an account: nothing else can be done yet. */
import type { HomeView } from '@slack/types'
import { connectBlocks } from '../admin/connect.js'
import { view } from '../ids.js'
import { context, divider, header, section } from '../kit/kit.js'

/** For who sees no account, whatever is connected. */
export const NO_ACCESS = 'You don’t have access to an account yet. Ask an admin of your workspace for a role.'

/** @param reader canConnect: whether they may connect accounts; isShutOut: they see none, whatever is connected */
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
