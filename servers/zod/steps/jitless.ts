import * as z from 'zod'

z.config({ jitless: true })

const { steps: base } = await import('../steps.ts')

export const steps = { ...base, library: 'zod, jitless' }
