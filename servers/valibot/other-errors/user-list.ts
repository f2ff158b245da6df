import * as v from 'valibot'

v.setGlobalConfig({ abortEarly: true })

await import('../user-list.ts')
