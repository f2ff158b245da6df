/**
 * Errors that the invariants and the fuzzer found in frameworks: `results/findings.json`, kept by hand and never
 * shortened.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf, UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'

/** From the repository's root. */
const FINDINGS_FILE = 'results/findings.json'

/** Effects of one request on a server, the worst first. */
const EFFECTS = ['crash', 'bypass', 'hang', 'wrong answer', 'lost requests', '5xx', 'refuses valid data'] as const

const Finding = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    package: z.string().min(1).describe('whose code it is'),
    version: z.string().min(1).describe('in which it was seen'),
    server: z.string().min(1).describe('folder of the server that shows it'),
    scenario: z.string().min(1),
    case: z.string().min(1).describe('id of the case, of the invariants or of the contract'),
    law: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    effect: z.enum(EFFECTS),
    what: z.string().min(1).describe('in a sentence, without saying how'),
    found: z.iso.date(),
    reported: z.iso.date().nullable().describe('when its maintainers were told; null: not yet'),
    mended: z.string().min(1).nullable().describe('the version that does it no more'),
    public: z.url().nullable().describe('where the maintainers made it public'),
    avoided: z.string().min(1).optional().describe('the documented means by which the server does without it, if any'),
  })
  .refine(
    ({ effect, reported, mended, public: link }) =>
      effect !== 'bypass' || (reported !== null && (mended !== null || link !== null)),
    {
      path: ['effect'],
      error: 'a bypass is in no file before it is reported, and fixed or public: see SECURITY.md',
    },
  )

export type Finding = z.infer<typeof Finding>

/** @throws UsageError that says in one line what is wrong with the file */
export function readFindings(root = ROOT): Finding[] {
  try {
    return z.array(Finding).parse(JSON.parse(readFileSync(join(root, FINDINGS_FILE), 'utf8')))
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    throw new UsageError(`${FINDINGS_FILE}: ${issue ? `${issue.path.join('.')}: ${issue.message}` : messageOf(error)}`)
  }
}
