/** The first schema of a process: instructions of its construction, its first call and all further ones. */

/** Calls up to which instructions are summed. */
export const MARKS = [1, 10, 100, 1_000, 10_000, 30_000] as const

/** Schemas that are built after the first one, and used once. */
export const FURTHER = 100

export const callsId = (calls: number) => `calls_${calls}`

/** With code that libraries generate, and without. */
export const PARTS = [
  { part: 'construction', heading: 'Construction, first call and steady state' },
  {
    part: 'without code generation',
    heading: 'The same where no code may be generated, as on Cloudflare Workers after their start',
  },
] as const
