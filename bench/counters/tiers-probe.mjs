/**
 * Run by a server's runtime, with the arguments and the environment of the server: tells the version of V8, and the tiers of
 * compiler that are on, by V8's own answer. Plain JavaScript, since Node can't take types away without compilers.
 */
const engine = `V8 ${process.versions.v8}`
/** Made at run time, since only a V8 with --allow-natives-syntax reads it. */
const isOn = (tier) => new Function(`return %Is${tier}Enabled()`)() === true
const compilers = ['Sparkplug', 'Maglev', 'Turbofan']
const states = [['Ignition', true], ...compilers.map((name) => [name, isOn(name)])]
console.log(JSON.stringify({ engine, states }))
