import ArgumentParser
import Foundation
import PushServer
import Shared

/// `tickwire-server user invite`
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print a link with which a user chooses a password and signs in, with 'tickwire join'.",
        discussion: """
            The user runs 'tickwire join' and pastes the link, so that nobody else on that machine can read it. \
            The link works once, for one day, and until the password is set in another way. It replaces an earlier one. \
            A new user is added; an existing one keeps favorites and devices, and gets a new password. In a terminal \
            the link is also printed as a QR code.
            """
    )

    @Argument(help: "The name to sign in with.")
    var name: String

    @Option(help: ArgumentHelp("The address at which the user's terminals reach this server.", valueName: "host:port"))
    var server: String

    @Option(
        help: ArgumentHelp(
            "The pin of the server's key; needed with --store. (default: the one that the server on the data folder shows)",
            valueName: "pin"
        )
    )
    var pin: String?

    @Flag(inversion: .prefixedNo, help: "Print the QR code. (default: where standard output is a terminal)")
    var qr: Bool?

    @OptionGroup var storeOption: StoreOption

    func validate() throws {
        try UserCommand.check(name)
        if ServerConfiguration.Endpoint(server) == nil || server.contains("/") {
            throw ValidationError("'\(server)' is not a server; use HOST:PORT, as in prices.example.com:7443")
        }
        if let pin, PublicKeyPin(pin) == nil {
            throw ValidationError(
                "'\(pin)' is not a pin; use sha256/ and 44 characters of base64, as the server prints it"
            )
        }
        // This machine may have no node, and the data folder of another server.
        if storeOption.store != nil, pin == nil {
            throw ValidationError(
                "--store does not tell the key of the nodes; give it with --pin, as each node prints it"
            )
        }
    }

    func run() async throws {
        let pin = try pin.flatMap(PublicKeyPin.init) ?? Server.pin(ofDataDirectory: storeOption.dataOption.asOwner())
        let secret = try await storeOption.administering(creating: true) { try await $0.invite(name: name) }
        let link = InvitationLink(server: server, pin: pin, secret: secret)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        CommandOutput.line("\(link)")
        if qr ?? isTerminal, let code = QRCode("\(link)") {
            // The lines contain only our own text and set their own colors, so they need no escaping.
            for line in code.lines { print(line) }
        }
        // A script gets nothing but the link.
        if isTerminal { CommandOutput.line(.invited(user: name)) }
    }
}
