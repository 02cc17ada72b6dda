import ArgumentParser
import NIOPosix
import Shared
import TerminalClient

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in to a server, and keep its token for all later commands."
    )

    @Argument(help: "The user's name.")
    var name: String

    @Flag(help: "Read the password from standard input, where no other process can see it.")
    var passwordStdin = false

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        try await Session.reportingFailures {
            let address = try options.networkAddress()
            let trust = try await confirmedTrust(in: address)
            // A handshake has checked the key, so it stays trusted even if the password is wrong. Writing it first
            // shows whether files can be written, before the server makes a device.
            if case .pin(let pin) = trust { try options.files.remember(pin, of: address) }
            let password = try passwordStdin ? readLine(strippingNewline: true) ?? "" : Prompt.password.secret()
            try await logIn(address, trust: trust, password: password)
            print(Outcome.loggedIn(user: name, server: address))
        }
    }

    @MainActor
    private func logIn(_ address: ServerAddress, trust: TLSTrust, password: String) async throws {
        var target = ServerLink.Target(
            address: address,
            trust: trust,
            credentials: options.files.showingFormerToken(.password(name: name, password: password), to: address),
            deviceName: options.device.text
        )
        target.withoutMarket = true
        try await Session.connect(target) { client in
            var token: [UInt8]?
            client.link.tokenArrived = { token = $0 }
            try await client.ready(market: false)
            do {
                if let token { try options.files.remember(token: token, of: name, for: address) }
            } catch {
                // Nobody could sign in as this device again, so log it out. A device that was signed in before stays.
                if case .password(_, _, nil) = target.credentials { try? await client.logOut() }
                throw error
            }
        }
    }

    /// Identifies the server first, so that the user knows who gets the password before typing it.
    @MainActor
    private func confirmedTrust(in address: ServerAddress) async throws -> TLSTrust {
        let trust = try options.trust(address)
        do {
            try await options.explainingKey(of: address) {
                try await ServerProbe.checkKey(of: address, trust: trust, group: MultiThreadedEventLoopGroup.singleton)
            }
            return trust
        } catch ConnectionError.insecure(.untrustedKey(let pin, let reason)) where Descriptor.standardInput.isTerminal {
            try await confirm(pin, reason: reason, of: address)
            return .pin(pin)
        }
    }

    private func confirm(_ pin: PublicKeyPin, reason: String, of address: ServerAddress) async throws {
        let prompt = Prompt.trust(server: address.description, pin: pin.description, reason: reason)
        if await !prompt.isAnsweredWithYes() {
            StandardError.tell(Outcome.keyNotTrusted)
            throw Session.noPermission
        }
    }
}

struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Revoke this machine's token on the server, and forget it."
    )

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        try await Session.reportingFailures {
            var target = try options.target(at: options.networkAddress())
            target.withoutMarket = true
            let user = try options.files.userName(target.credentials, at: target.address)
            do {
                try await Session.connect(target) { client in
                    try await client.ready(market: false)
                    try await client.logOut()
                }
            } catch ConnectionError.closed(let close) where close.code == .signedOut {
                // The device was signed out before, which is what the user asked for.
            }
            options.files.forgetLogin(of: user, for: target.address)
            print(Outcome.loggedOut(server: target.address))
        }
    }
}
