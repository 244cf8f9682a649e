/** deploy/Dockerfile, read by the parser that its linter has. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Copy, DockerfileParser, Env, From, type Instruction, JSONInstruction } from 'dockerfile-ast'
import { root } from '../../../src/root.js'

export const dockerfile = path.join(root, 'deploy', 'Dockerfile')
export const text = readFileSync(dockerfile, 'utf8')

type Stage = { from: From; instructions: Instruction[] }

/** In the order of the file. */
export const stages: Stage[] = []
for (const instruction of DockerfileParser.parse(text).getInstructions()) {
  if (instruction instanceof From) stages.push({ from: instruction, instructions: [] })
  else stages.at(-1)?.instructions.push(instruction)
}

export const build = stages[0]!
export const final = stages.at(-1)!

/** What is copied from the project, in the order of the file. */
export const copied = (stage: Stage): string[] =>
  stage.instructions
    .filter((one): one is Copy => one instanceof Copy)
    .flatMap((copy) => copy.getArguments().slice(0, -1).map(String))

export const copiesOf = (stage: Stage) =>
  stage.instructions
    .filter((one): one is Copy => one instanceof Copy)
    .map((copy) => ({ from: copy.getFromFlag()?.getValue() ?? null, what: copy.getArgumentsContent() }))

/** What a shell runs. */
export const runs = (stage: Stage): string[] =>
  stage.instructions.filter((one) => one.getKeyword() === 'RUN').map((one) => one.getArgumentsContent() ?? '')

export const environment = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    stage.instructions
      .filter((one): one is Env => one instanceof Env)
      .flatMap((one) => one.getProperties().map((property) => [property.getName(), property.getValue() ?? ''])),
  )

/** Of an instruction in its form of a list, without the flags before it. */
export function command(stage: Stage, keyword: 'CMD' | 'ENTRYPOINT' | 'HEALTHCHECK'): string[] {
  const found = stage.instructions.find((one) => one.getKeyword() === keyword)
  if (!found) throw new Error(`no ${keyword}`)
  if (found instanceof JSONInstruction && found.getJSONStrings().length > 0)
    return found.getJSONStrings().map((one) => one.getJSONValue())
  return JSON.parse(found.getArgumentsContent()!.replace(/^.*?CMD\s+/, '')) as string[]
}

export const argumentsOf = (stage: Stage, keyword: string): string[] =>
  stage.instructions.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')
