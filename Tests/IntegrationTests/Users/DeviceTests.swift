import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DeviceTests {
    @Test func aRevokedDeviceIsSignedOutAtOnceAndTheOthersStay() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (own, other) = (server.terminal(), server.terminal())
                try await own.connected {
                    await own.untilReady()
                    try await other.running {
                        await other.untilReady()
                        let devices = try await own.link.account.devices()
                        #expect(devices.count == 2)
                        #expect(devices.map(\.isOwn).filter(\.self).count == 1)
                        #expect(devices.allSatisfy { $0.isConnected && $0.address == "127.0.0.1" })
                        let stranger = try #require(devices.first { !$0.isOwn })
                        let rest = try await own.link.account.revoke(stranger.id)
                        #expect(rest.count == 1)
                        let error = await other.untilStopped()
                        #expect(error.closeCode == .signedOut)
                        #expect(own.link.state == .live)
                        await #expect(
                            throws: AccountProblem("You have no device number \(stranger.id.rawValue).")
                        ) {
                            _ = try await own.link.account.revoke(stranger.id)
                        }
                    }
                }
            }
        }
    }

    @Test func aNewPasswordSignsTheOthersOutIfAsked() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (own, other) = (server.terminal(), server.terminal())
                try await own.connected {
                    await own.untilReady()
                    try await other.running {
                        await other.untilReady()
                        let account = own.link.account
                        await #expect(throws: AccountProblem("The current password is wrong.")) {
                            _ = try await account.changePassword(from: "guess", to: "new of ada", revokingOthers: true)
                        }
                        #expect(other.link.state == .live)
                        let rest = try await account.changePassword(
                            from: "secret of ada",
                            to: "new of ada",
                            revokingOthers: true
                        )
                        #expect(rest.count == 1)
                        let error = await other.untilStopped()
                        #expect(error.closeCode == .signedOut)
                        #expect(own.link.state == .live)
                    }
                }
                let late = TestTerminal(
                    target: server.target(credentials: .password(name: "ada", password: "new of ada"))
                )
                try await late.running { await late.untilReady() }
                let old = server.terminal()
                try await old.running {
                    let error = await old.untilStopped()
                    #expect(error.closeCode == .badLogin)
                }
            }
        }
    }

    @Test func whatAnOperatorRevokesIsSignedOutWithinASecond() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    let administration = try UserAdministration(dataDirectory: directory, creating: false)
                    let device = try #require(try await administration.devices(of: "ADA").first)
                    #expect(device.name == "test")
                    try await administration.revoke(device.id, of: "ada")
                    let error = await terminal.untilStopped()
                    #expect(error.closeCode == .signedOut)
                    await #expect(throws: UserError.unknownDevice(device.id, of: "ada")) {
                        try await administration.revoke(device.id, of: "ada")
                    }
                    try await administration.close()
                }
            }
        }
    }

    @Test func aDeviceTooManySignsTheOldestOutAtOnce() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let oldest = server.terminal()
                try await oldest.running {
                    await oldest.untilReady()
                    let store = server.server.resources.store
                    let (ada, password) = try #require(try await store.account(named: UserName(stored: "ada")))
                    for number in 1..<UInt8(DeviceRows.devicesMax) {
                        let token = TokenHash(bytes: [number])
                        _ = try await store.addDevice(
                            "device",
                            token,
                            of: ada.id,
                            showing: nil,
                            provenBy: password,
                            at: ""
                        )
                    }
                    #expect(oldest.link.state == .live)
                    let newest = server.terminal()
                    try await newest.running {
                        await newest.untilReady()
                        let error = await oldest.untilStopped()
                        #expect(error.closeCode == .signedOut)
                        #expect(newest.link.state == .live)
                    }
                }
            }
        }
    }

    @Test func signingTheOwnDeviceOutGetsAnAnswer() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    let own = try #require(try await terminal.link.account.devices().first)
                    let rest = try await terminal.link.account.revoke(own.id)
                    #expect(rest.isEmpty)
                    let error = await terminal.untilStopped()
                    #expect(error.closeCode == .signedOut)
                }
            }
        }
    }

    @Test func aDevicesNameCannotSteerATerminal() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                var target = server.target()
                target.deviceName = "lap\u{1b}[2Jtop\u{202e}"
                let terminal = TestTerminal(target: target)
                try await terminal.running {
                    await terminal.untilReady()
                    let devices = try await terminal.link.account.devices()
                    #expect(devices.map(\.name) == ["lap[2Jtop"])
                }
            }
        }
    }
}

extension ConnectionError? {
    var closeCode: CloseCode? {
        if case .closed(let close)? = self { close.code } else { nil }
    }
}
