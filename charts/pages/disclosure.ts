/** What a sceptic asks of each server's validation: who does it, how and how strictly. */
import type { Result, ServerResult } from '../../shared/result/format.ts'
import { observedValidation } from '../../shared/result/observed.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { bestFirst } from '../specs/rows.ts'
import { blocks, inline } from '../text/markdown.ts'
import { serverTable, text } from './columns.ts'

/** What the three kinds of validation are. */
export const HOW_TEXT =
  '*Interpreted* validators walk a schema for each request, or are plain code; *jit* ones make code of the schema when the server starts; *ahead-of-time* ones were made code when it was built.'

/** @returns Markdown; nothing where servers validate nothing */
export function disclosureTable(result: Result): string {
  const scenario = scenarios.get(result.scenario)
  if (scenario && !scenario.validates) return ''
  const takesBody = scenario?.route.method !== 'GET'
  const columns = [
    text('server', ({ displayName }) => inline(displayName)),
    text('validates', ({ validation: { by, library } }) => inline(library ?? (by === 'framework' ? 'built-in' : by))),
    text('how', ({ validation }) => validation.how),
    // What is known of these was seen in bodies.
    ...(takesBody
      ? [
          text('unknown keys', (server) => strictnessOf(server).unknownKeys),
          text('`"1"` for a number', (server) => (strictnessOf(server).coerces ? 'coerced' : 'refused')),
          text('flaws named', (server) => strictnessOf(server).errors),
        ]
      : []),
  ]
  return blocks(HOW_TEXT, serverTable(bestFirst(result), columns))
}

/** As this run saw it; the manifest's word where it shows nothing of it. */
function strictnessOf({ validation, behaviours }: ServerResult) {
  return { ...validation, ...observedValidation(behaviours) }
}
