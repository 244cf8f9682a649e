/** The app's Home before there is an account: nothing else can be done yet. */
import type { HomeView } from '@slack/types'
import { connectBlocks } from '../admin/connect.js'
import { view } from '../ids.js'
import { context, divider, header, section } from '../kit/kit.js'

/** @param canConnect whether the reader may connect accounts */
export function welcomeView(canConnect: boolean): HomeView {
  const first = 'No account is connected yet.'
  return {
    type: 'home',
    callback_id: view.home,
    blocks: [
      header('Pinslot'),
      section('Create Pinterest pins in Slack, schedule them, and Pinslot publishes each one on time, exactly once.'),
      ...(canConnect
        ? connectBlocks(`${first} Connect your Pinterest account in your browser.`, null)
        : [section(`${first} Ask an admin to connect one.`)]),
      divider(),
      context('See all commands with /pin help.'),
    ],
  }
}
