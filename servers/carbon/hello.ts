import { serve } from './http.ts'

await serve('GET', '/hello', () => Response.json({ hello: 'world' }))
