/**
 * Loads a file of steps in a process of its own, checks it, and says what it is as one line of JSON:
 * `node steps-process.ts <file> <seed>`. The runner itself loads no code of a server.
 */
import { pathToFileURL } from 'node:url'
import { messageOf } from '../../shared/basics/errors.ts'
import type { Steps } from '../../shared/models/steps.ts'
import { flawOfSteps } from './check-steps.ts'

/** What is said of steps. */
export interface ToldSteps {
  library: string
  package: string | null
  /** What they do wrongly, in one line. */
  flaw: string | null
}

async function tell(file: string, seed: number): Promise<ToldSteps> {
  const { steps }: { steps?: Steps } = await import(pathToFileURL(file).href)
  if (!steps) throw new Error('exports no `steps`')
  const { library, package: name } = steps
  try {
    return { library, package: name, flaw: flawOfSteps(steps, seed) }
  } catch (error) {
    return { library, package: name, flaw: messageOf(error) }
  }
}

const [, , file = '', seed = ''] = process.argv
process.stdout.write(JSON.stringify(await tell(file, Number(seed))))
