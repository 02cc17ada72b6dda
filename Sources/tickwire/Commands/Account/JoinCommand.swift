import ArgumentParser
import Shared
import TerminalClient

struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Accept an invitation: choose a password, and sign in.",
        discussion: """
            Without LINK, join asks for the link and does not show it. If LINK is an argument, other users of this \
            machine can read it while join runs, and use it first. The link has the server's address and its key. It \
            works once, within one day, unless the password was set in another way. If you trust another key of that \
            server, join stops, unless --pin gives the link's key.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The link from the operator: tickwire://join/... (default: join asks for it)",
            valueName: "link"
        ),
        transform: { try JoinCommand.readInvitation($0) }
    )
    var link: InvitationLink?

    @Flag(help: "Read two lines from standard input: the link, unless it is an argument, then the new password.")
    var passwordStdin = false

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        try await Session.reportingFailures {
            let link = try invitation()
            guard let address = ServerAddress(link.server), !address.isLocal else {
                throw ValidationError("\(InvitationLinkFault.damaged)")
            }
            try link.demandKey(of: options.trust(address), hasLogin: options.hasLogin(at: address), at: address)
            // What cannot be kept is found out now, before the invitation is used up.
            try options.files.demandWritable()
            if !passwordStdin { try await askWhetherItIsValid(link, at: address) }
            let password = try passwordStdin ? readLine(strippingNewline: true) ?? "" : newPassword(at: address)
            let name = try await join(link, at: address, password: password)
            print(Outcome.loggedIn(user: name, server: address))
        }
    }

    /// The argument, or else what is pasted or piped in, where no other process can see it.
    private func invitation() throws -> InvitationLink {
        if let link { return link }
        let text = try passwordStdin ? readLine(strippingNewline: true) ?? "" : Prompt.invitation.secret()
        return try Self.readInvitation(text.trimmed)
    }

    private static func readInvitation(_ text: String) throws -> InvitationLink {
        do { return try InvitationLink(text) } catch { throw ValidationError("\(error)") }
    }

    /// Nobody should choose a password for an invitation that is no longer valid.
    @MainActor
    private func askWhetherItIsValid(_ link: InvitationLink, at address: ServerAddress) async throws {
        do { _ = try await join(link, at: address, password: "") } catch ConnectionError.closed(let close)
            where close.code == .passwordNeeded
        {}
    }

    @MainActor
    private func join(_ link: InvitationLink, at address: ServerAddress, password: String) async throws -> String {
        let former = try? options.files.login(for: address)
        var target = ServerLink.Target(
            address: address,
            trust: .pin(link.pin),
            credentials: .invitation(secret: link.secret, password: password, formerToken: former?.token),
            deviceName: options.device.text
        )
        target.withoutMarket = true
        return try await Session.connect(target) { client in
            var token: [UInt8]?
            client.link.tokenArrived = { token = $0 }
            try await client.ready(market: false)
            let name = client.link.userName ?? ""
            do {
                // A handshake has checked the key, and the server there has accepted the invitation.
                try options.files.remember(link.pin, of: address)
                if let token { try options.files.remember(token: token, of: name, for: address) }
            } catch {
                // Nobody could sign in as this device again, so log it out. A device that was signed in before stays. If the
                // server no longer knew that one, this device is new and stays as well: the wire does not tell them apart.
                if former?.isOf(name) != true { try? await client.logOut() }
                throw error
            }
            return name
        }
    }

    private func newPassword(at address: ServerAddress) throws -> String {
        let password = try Prompt.newPasswordAt(server: address.description).secret()
        guard try Prompt.newPasswordAgain.secret() == password else {
            throw ValidationError(.invitedPasswordsDiffer)
        }
        return password
    }
}
