import { H3, serve } from 'h3'
import { profileOf } from '../../shared/models/profile.ts'

const app = new H3()
let count = 0

app.get('/json', () => profileOf(++count))

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
