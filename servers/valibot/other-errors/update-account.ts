import * as v from 'valibot'

v.setGlobalConfig({ abortEarly: true })

await import('../update-account.ts')
