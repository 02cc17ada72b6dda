import Foundation
import Shared
import Testing

@testable import TerminalClient

struct UserExportTests {
    private let time = MarketTime(seconds: 1_800_000_000)

    private func export(_ mutations: Mutation...) throws -> (UserExport, UserTable) {
        var table = UserTable()
        for mutation in mutations { try table.apply(mutation, within: RecordRules()) }
        let device = Device(id: DeviceID(rawValue: 7), name: "laptop", created: time, used: time, address: "192.0.2.1")
        return (UserExport(of: table, devices: [device], user: "ada", server: .usual, time: time), table)
    }

    @Test func anExportIsReadBackUnchanged() throws {
        let (export, table) = try export(
            .add([CoinID(1), CoinID(1027)], of: UserTable()),
            .set(Settings.coinsOnly, to: true)
        )
        let read = try UserExport(json: Array(export.json.utf8)).table()
        #expect(read.items(of: .favorites) == table.items(of: .favorites))
        #expect(read[Settings.coinsOnly])
        #expect(TableMerge(of: read, into: table, within: RecordRules()).isEmpty)
    }

    @Test func anExportIsReadable() throws {
        let (export, _) = try export(.set(Settings.coinsOnly, to: true))
        for text in ["\"user\" : \"ada\"", "coins-only", "\"laptop\"", "192.0.2.1", "docs/PROTOCOL.md"] {
            #expect(export.json.contains(text), "\(text)")
        }
    }

    @Test(arguments: ["", "{}", "[1]", "{\"format\": \"another\"}"])
    func whatIsNoExportIsCalledThat(text: String) {
        #expect(throws: UserExportError.noExport) { try UserExport(json: Array(text.utf8)) }
    }

    @Test func aLaterFormatAndDamageAreReported() throws {
        let text = try export(.set(Settings.coinsOnly, to: true)).0.json
        let later = text.replacing("tickwire export 1", with: "tickwire export 2")
        #expect(throws: UserExportError.laterFormat("tickwire export 2")) { try UserExport(json: Array(later.utf8)) }
        let damaged = text.replacing("\"key\" : \"", with: "\"key\" : \"!")
        #expect(throws: UserExportError.damaged) { try UserExport(json: Array(damaged.utf8)).table() }
    }
}
