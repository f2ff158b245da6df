import { profileOf } from '../../shared/profile.ts'
import { serve } from './http.ts'

let count = 0

await serve('GET', '/json', () => Response.json(profileOf(++count)))
