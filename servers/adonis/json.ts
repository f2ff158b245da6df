import { profileOf } from '../../shared/models/profile.ts'
import { serve } from './server.ts'

let count = 0

await serve((router) => {
  router.get('/json', () => profileOf(++count))
})
