import { serve } from './server.ts'

await serve((router) => {
  router.get('/hello', () => ({ hello: 'world' }))
})
