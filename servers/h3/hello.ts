import { H3, serve } from 'h3'

const app = new H3()

app.get('/hello', () => ({ hello: 'world' }))

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
