export const usage = `Usage: axl-phone-proxy [command] [options]

Two REST calls in front of a Cisco-style call manager.

Commands:
  serve                run the service in the foreground (the default)
  check-config         say what is wrong with the configuration, and nothing else
  demo                 run the simulator and the service on loopback, and print curl lines that work
  simulator            run the simulator of a call manager alone
  hash-password NAME   print an htpasswd entry; the password comes from standard input

Options:
  --check-config       the same as the command check-config
  --help               this text
  --version            the version

The configuration is read from the environment and from a file .env; README.md lists it.`;
