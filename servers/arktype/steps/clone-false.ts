import { configure } from 'arktype/config'

// Before arktype is imported, as its documentation asks.
configure({ clone: false })

const { steps: base } = await import('../steps.ts')

export const steps = { ...base, library: 'arktype, no clone' }
