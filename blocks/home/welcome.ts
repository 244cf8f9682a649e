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
      section(
        'Makes pins out of Slack, gives each the next open slot or a time of its own, and publishes it then, exactly once.',
      ),
      ...(canConnect
        ? connectBlocks(`${first} Connect the one whose pins shall go out: Pinterest asks you in your browser.`, null)
        : [section(`${first} Ask an admin to connect one.`)]),
      divider(),
      context('/pin help lists everything that can be typed.'),
    ],
  }
}
