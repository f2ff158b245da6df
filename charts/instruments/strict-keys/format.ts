/** Files of strict keys: what servers do with unknown keys, and what it costs to reject them in `update-user`. */
import { z } from 'zod'
import { instrumentFiles, serverHead } from '../../../shared/format/instrument-files.ts'
import { Counting, PairedCounts, variantsFile } from '../../../shared/results/counting.ts'

const KeyOutcome = z.enum(['rejected', 'stripped', 'echoed', 'accepted'])

const StrictServer = z.strictObject({
  ...serverHead,
  code: z.string().describe('SHA-256 of its folder strict-keys'),
  validator: z.string().nullable().describe('package; null: hand-written'),
  unknownKeys: z
    .strictObject({
      top: KeyOutcome.nullable().describe('in the object of update-user'),
      nested: KeyOutcome.nullable().describe(
        'in a nested object of update-account; null: not observed',
      ),
    })
    .describe('what the server does without the option'),
  inheritedKeys: z
    .strictObject({ protoKey: KeyOutcome.nullable(), constructorKey: KeyOutcome.nullable() })
    .nullable()
    .describe(
      'what the server does with keys that every object inherits, with the option; null: there is none',
    ),
  option: z
    .strictObject({ option: z.string(), nested: z.boolean() })
    .nullable()
    .describe('null: none is documented'),
  instructions: z.strictObject({
    plain: PairedCounts,
    strict: PairedCounts.describe('with the option; empty: not counted'),
  }),
})

const StrictKeys = variantsFile(
  'strict-keys',
  1,
  StrictServer,
  Counting.nullable().describe('null: servers were observed only'),
)

export type KeyOutcome = z.infer<typeof KeyOutcome>
export type StrictServer = z.infer<typeof StrictServer>
export type StrictKeys = z.infer<typeof StrictKeys>

export const strictKeysStore = instrumentFiles<StrictKeys>(StrictKeys)
