import Foundation
import GRDB
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// An operator invites a user, who has nothing but the link.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct JoinTests {
    private func withShell(_ body: @MainActor (CommandShell) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await withServerBinary(in: directory + "/data") { server in
                try await body(CommandShell(server: server, directory: directory))
            }
        }
    }

    private func invite(_ name: String, _ shell: CommandShell) async throws -> String {
        let run = try await shell.operate("user invite \(name) --server 127.0.0.1:\(shell.server.port)")
        #expect(run.status == 0, "\(run.said)")
        return run.said.trimmingCharacters(in: .newlines)
    }

    /// Without `--server` and `--pin`: the link has both.
    private func join(
        _ link: String,
        _ shell: CommandShell,
        as device: String,
        adding options: [String] = []
    ) async throws -> CommandRun {
        let arguments = ["join", "--password-stdin", "--profile", shell.directory + "/" + device] + options
        return try await CommandRun("tickwire", arguments, sending: "\(link)\nchosen by bob\n")
    }

    @Test func aLinkIsAllThatSomebodyNeeds() async throws {
        try await withShell { shell in
            let link = try await invite("bob", shell)
            try await join(link, shell, as: "laptop").expect("logged in to 127.0.0.1:\(shell.server.port) as bob\n")
            #expect(try await shell.use("favorites add BTC", on: "laptop").status == 0)
            try await shell.logIn("bob", "chosen by bob", as: "phone")
        }
    }

    @Test func aMachineThatJoinsAgainStaysOneDevice() async throws {
        try await withShell { shell in
            for _ in 0..<2 {
                let link = try await invite("bob", shell)
                try await join(link, shell, as: "laptop").expect("logged in to 127.0.0.1:\(shell.server.port) as bob\n")
            }
            let administration = try UserAdministration(dataDirectory: shell.directory + "/data", creating: false)
            #expect(try await administration.devices(of: "bob").count == 1)
            try await administration.close()
            #expect(try await shell.use("favorites add BTC", on: "laptop").status == 0)
        }
    }

    @Test func aLinkMayBeAnArgument() async throws {
        try await withShell { shell in
            let link = try await invite("bob", shell)
            let arguments = ["join", link, "--password-stdin", "--profile", shell.directory + "/laptop"]
            try await CommandRun("tickwire", arguments, sending: "chosen by bob\n")
                .expect("logged in to 127.0.0.1:\(shell.server.port) as bob\n")
        }
    }

    @Test func withoutATerminalALinkIsNotAskedFor() async throws {
        try await withTemporaryDirectory { directory in
            let run = try await CommandRun("tickwire", ["join", "--profile", directory + "/laptop"])
            run.expectFailure("there is no terminal to ask for the invitation", status: 64)
        }
    }

    @Test func whatIsTypedInPlaceOfALinkIsNotShown() async throws {
        try await withTemporaryDirectory { directory in
            let program = try open(in: directory + "/laptop")
            try await program.until(shows: "Link of the invitation: ")
            program.type("'battery staple 9025'\n")
            #expect(await program.ended() == 64)
            #expect(program.screen.text.contains("that is not an invitation"), "\(program.screen.text)")
            #expect(!program.screen.text.contains("battery"), "\(program.screen.text)")
        }
    }

    @Test func aPasswordThatIsTooShortIsAFailureAndUsesNothingUp() async throws {
        try await withShell { shell in
            let link = try await invite("bob", shell)
            let arguments = ["join", "--password-stdin", "--profile", shell.directory + "/laptop"]
            try await CommandRun("tickwire", arguments, sending: "\(link)\nshort\n")
                .expectFailure("The new password has 5 characters; use at least 8.", status: 1)
            try await join(link, shell, as: "laptop").expect("logged in to 127.0.0.1:\(shell.server.port) as bob\n")
        }
    }

    @Test func aLinkThatWasUsedIsNotUsedTwice() async throws {
        try await withShell { shell in
            let link = try await invite("bob", shell)
            #expect(try await join(link, shell, as: "laptop").status == 0)
            try await join(link, shell, as: "thief").expectFailure("The invitation has already been used", status: 77)
        }
    }

    @Test func aLinkThatIsOlderThanADayHasExpired() async throws {
        try await withShell { shell in
            let link = try await invite("bob", shell)
            let database = try DatabaseQueue(path: DataDirectory.database(in: shell.directory + "/data"))
            try await database.write { try $0.execute(sql: "UPDATE invitation SET created_ms = created_ms - 90000000") }
            try database.close()
            try await join(link, shell, as: "laptop")
                .expectFailure("The invitation was valid for one day and has expired", status: 77)
        }
    }

    @Test func theLinkIsJudgedBeforeAPasswordIsAskedFor() async throws {
        try await withShell { shell in
            let link = try await invite("bob", shell)
            let first = try open(in: shell.directory + "/laptop")
            try await first.until(shows: "Link of the invitation: ")
            first.type(link + "\n")
            try await first.until(shows: "New password for 127.0.0.1:\(shell.server.port): ")
            first.type("chosen by bob\n")
            try await first.until(shows: "New password again: ")
            first.type("chosen by bob\n")
            #expect(await first.ended() == 0)
            #expect(first.screen.text.contains("logged in to 127.0.0.1:\(shell.server.port) as bob"))
            #expect(!first.screen.text.contains("tickwire://"), "\(first.screen.text)")
            let second = try open(in: shell.directory + "/thief")
            try await second.until(shows: "Link of the invitation: ")
            second.type(link + "\n")
            #expect(await second.ended() == 77)
            #expect(second.screen.text.contains("The invitation has already been used"), "\(second.screen.text)")
            #expect(!second.screen.text.contains("New password"), "\(second.screen.text)")
        }
    }

    @Test func aProfileThatCannotBeWrittenLeavesNoDeviceOnTheServer() async throws {
        try await withShell { shell in
            let token = "\(shell.directory)/laptop/token-127.0.0.1-\(shell.server.port)"
            try FileManager.default.createDirectory(atPath: token, withIntermediateDirectories: true)
            let link = try await invite("bob", shell)
            let program = try open(in: shell.directory + "/laptop")
            for (prompt, answer) in [
                ("Link of the invitation: ", link), ("New password for ", "chosen by bob"),
                ("New password again: ", "chosen by bob"),
            ] {
                try await program.until(shows: prompt)
                program.type(answer + "\n")
            }
            #expect(await program.ended() == 1)
            #expect(program.screen.text.contains("cannot be written"), "\(program.screen.text)")
            let administration = try UserAdministration(dataDirectory: shell.directory + "/data", creating: false)
            #expect(try await administration.devices(of: "bob").isEmpty)
            try await administration.close()
        }
    }

    /// In a terminal, where link and password are typed.
    private func open(in profile: String) throws -> TerminalProgram {
        try TerminalProgram(
            [TerminalProgram.tickwire, "join", "--profile", profile],
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": profile],
            size: Size(width: 200, height: 24)
        )
    }

    @Test func aLinkWithAnotherKeyThanTheTrustedOneIsRefusedUnlessItsKeyIsNamed() async throws {
        try await withShell { shell in
            let (profile, address) = (Profile(directory: shell.directory + "/laptop"), address(of: shell))
            let confirmed = try strangersKey
            try profile.remember(confirmed, of: address)
            let link = try await invite("bob", shell)
            try await join(link, shell, as: "laptop").expectFailure("does not have the key that is trusted", status: 77)
            let (kept, login) = (try knownKey(of: address, in: profile), try profile.login(for: address))
            #expect(kept == confirmed)
            #expect(login == nil)
            let run = try await join(link, shell, as: "laptop", adding: ["--pin", "\(shell.server.pin)"])
            run.expect("logged in to \(address) as bob\n")
            let replaced = try knownKey(of: address, in: profile)
            #expect(replaced == shell.server.pin)
        }
    }

    @Test func aLinkThatDoesNotLetSomebodyInLeavesNoKeyBehind() async throws {
        try await withShell { shell in
            let (profile, address) = (Profile(directory: shell.directory + "/laptop"), address(of: shell))
            let secret = [UInt8](repeating: 7, count: InvitationLink.secretBytes)
            for (pin, words) in [
                (try strangersKey, "The server's key is not the one"),
                (shell.server.pin, "does not know this invitation"),
            ] {
                let link = InvitationLink(server: address.description, pin: pin, secret: secret)
                try await join("\(link)", shell, as: "laptop").expectFailure(words, status: 77)
                let kept = try knownKey(of: address, in: profile)
                #expect(kept == nil)
            }
        }
    }

    private func address(of shell: CommandShell) -> ServerAddress {
        ServerAddress(host: "127.0.0.1", port: shell.server.port)
    }

    private var strangersKey: PublicKeyPin {
        get throws { try #require(PublicKeyPin("sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")) }
    }

    private func knownKey(of server: ServerAddress, in profile: Profile) throws -> PublicKeyPin? {
        try profile.knownServers.load().pin(host: server.first.host, port: server.first.port)
    }

    @Test func aLinkThatWasCutOffIsWrongUsage() async throws {
        try await withShell { shell in
            let link = try await invite("bob", shell)
            try await join(String(link.dropLast(5)), shell, as: "laptop").expectFailure(
                "is cut off or mistyped",
                status: 64
            )
            #expect(try await join(link, shell, as: "laptop").status == 0, "nothing was used up")
        }
    }

    @Test func aLinkOfARemovedUserIsUnknown() async throws {
        try await withShell { shell in
            let link = try await invite("bob", shell)
            try await shell.operate("user remove bob").expect("removed bob\n")
            try await join(link, shell, as: "laptop").expectFailure("does not know this invitation", status: 77)
        }
    }

    @Test func aLinkIsUnknownOnceAPasswordWasSetInAnotherWay() async throws {
        try await withShell { shell in
            let link = try await invite("bob", shell)
            try await shell.operate("user password bob --password-stdin", sending: "set by the operator")
                .expect("set the password of bob\n")
            try await join(link, shell, as: "thief").expectFailure("does not know this invitation", status: 77)
            try await shell.logIn("bob", "set by the operator", as: "laptop")
            let other = try await invite("bob", shell)
            let passwords = "set by the operator\nchosen by bob"
            try await shell.use("password --password-stdin", on: "laptop", sending: passwords)
                .expect("changed the password\n")
            try await join(other, shell, as: "thief").expectFailure("does not know this invitation", status: 77)
        }
    }

    @Test func inATerminalTheLinkIsAPictureToo() async throws {
        try await withShell { shell in
            let run = try await shell.operate("user invite bob --qr --server prices.example.com:7443")
            let lines = run.said.split(separator: "\n", omittingEmptySubsequences: false)
            let code = try #require(QRCode(String(lines[0])))
            #expect(lines.dropFirst().map(String.init) == code.lines + [""], "a script gets nothing else")
        }
    }

    @Test func inATerminalTheOperatorReadsHowTheLinkIsUsed() async throws {
        try await withShell { shell in
            let program = try TerminalProgram(
                [
                    ServerBinary.program("tickwire-server").path, "user", "invite", "bob", "--no-qr", "--server",
                    "prices.example.com:7443", "--data", shell.directory + "/data",
                ],
                environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": shell.directory],
                size: Size(width: 200, height: 24)
            )
            #expect(await program.ended() == 0)
            #expect(program.screen.text.contains("send the link to bob, who runs 'tickwire join' and pastes it"))
        }
    }

    /// The link used to have the key that the server had made before it was given a certificate.
    @Test func aLinkHasTheKeyOfTheCertificateThatTheServerWasGiven() async throws {
        try await withTemporaryDirectory { directory in
            try await withServerBinary(in: directory + "/data") { _ in }
            let issued = try IssuedCertificate(in: directory + "/issued")
            let arguments = ["--certificate", issued.files.certificate, "--key", issued.files.key]
            try await withServerBinary(in: directory + "/data", arguments: arguments) { server in
                #expect(server.pin == issued.pin)
                let shell = CommandShell(server: server, directory: directory)
                let link = try await invite("bob", shell)
                try await join(link, shell, as: "laptop").expect("logged in to 127.0.0.1:\(server.port) as bob\n")
            }
        }
    }

    @Test func withoutAKeyThereIsNobodyToJoin() async throws {
        try await withTemporaryDirectory { directory in
            let run = try await CommandRun(
                "tickwire-server",
                ["user", "invite", "bob", "--server", "prices.example.com:7443", "--data", directory + "/data"]
            )
            run.expectFailure("no server of this version has run on \(directory)/data")
        }
    }
}
