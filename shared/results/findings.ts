/**
 * Violations that the invariants and the fuzzer found in frameworks. `results/findings.json` is hand-written; fixed findings stay.
 */
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { readKept } from './kept-file.ts'

/** From the repository's root. */
const FINDINGS_FILE = 'results/findings.json'

/** Effects of one request on a server, worst first. */
const EFFECTS = ['crash', 'bypass', 'hang', 'wrong response', 'lost requests', '5xx', 'rejects valid data'] as const

const Finding = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    package: z.string().min(1).describe('package whose code is at fault'),
    version: z.string().min(1).describe('version in which it was found'),
    server: z.string().min(1).describe('folder of the server that shows it'),
    scenario: z.string().min(1),
    case: z.string().min(1).describe('id of the case, of the invariants or of the contract'),
    invariant: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    effect: z.enum(EFFECTS),
    what: z.string().min(1).describe('one sentence, without the input'),
    found: z.iso.date(),
    reported: z.iso.date().nullable().describe('date of the report to its maintainers; null: not yet'),
    fixed: z.string().min(1).nullable().describe('first fixed version'),
    public: z.url().nullable().describe('public report by the maintainers'),
    avoided: z.string().min(1).optional().describe('documented means by which the server avoids it, if any'),
  })
  .refine(
    ({ effect, reported, fixed, public: link }) =>
      effect !== 'bypass' || (reported !== null && (fixed !== null || link !== null)),
    {
      path: ['effect'],
      error: 'a bypass must be reported, and fixed or public, before it is listed: see SECURITY.md',
    },
  )

export type Finding = z.infer<typeof Finding>

/** @throws UsageError that names the first invalid field */
export function readFindings(root = ROOT): Finding[] {
  return readKept(FINDINGS_FILE, z.array(Finding), root) ?? []
}
