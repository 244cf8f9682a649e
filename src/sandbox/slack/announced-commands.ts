/** The command descriptions of manifest.yml, which Slack's client shows while a command is typed. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { root } from '../../root.js'

export type AnnouncedCommand = { command: string; description: string; usageHint: string }

type Announced = { features: { slash_commands: { command: string; description: string; usage_hint: string }[] } }

export async function readAnnouncedCommands(): Promise<AnnouncedCommand[]> {
  const manifest = parse(await readFile(path.join(root, 'manifest.yml'), 'utf8')) as Announced // a test compares the file with the code
  return manifest.features.slash_commands.map(({ command, description, usage_hint: usageHint }) => ({
    command,
    description,
    usageHint,
  }))
}
