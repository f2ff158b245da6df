/** Makes the regions of METHODOLOGY.md anew from the experiments' files. */
import { readFileSync } from 'node:fs'
import { writeFileAtomically } from '../atomic-file.ts'
import { equals } from './aa.ts'
import { checkerCost } from './checker-cost.ts'
import { METHODOLOGY, told } from './experiment.ts'
import { generatorAgreement } from './generators.ts'
import { interleaved } from './interleaved.ts'

/** The page as the files of all experiments have it. */
export function toldByAll(page: string): string {
  return told(told(told(told(page, equals), checkerCost), generatorAgreement), interleaved)
}

if (import.meta.main) writeFileAtomically(METHODOLOGY, toldByAll(readFileSync(METHODOLOGY, 'utf8')))
