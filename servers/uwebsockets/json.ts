import uWS from 'uwebsockets'
import { profileOf } from '../../shared/models/profile.ts'
import { sendJson, start } from './http.ts'

let count = 0

const app = uWS.App()

app.get('/json', (response) => sendJson(response, 200, profileOf(++count)))

start(app)
