import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// The rows of Settings as they are drawn.
@MainActor
struct SettingsViewTests {
    /// Once, a row without room looked as if its setting had one value.
    @Test func aRowWithoutRoomForItsValuesSaysHowManyThereAre() {
        let view = Scene().settingsView
        #expect(view.picture(80, 24).contains("Currency  ● USD  ○ EUR  ○ JPY  ○ BTC"))
        #expect(!view.picture(80, 24).contains(" more"))
        #expect(view.picture(40, 10).contains("Currency  ● USD  3 more"))
    }

    @Test func aSettingWithOneListedValueHasNoOthers() {
        let row = Scene().settingsView.picture(40, 10).split(separator: "\n").first { $0.contains("Quiet hours") }
        #expect(row?.contains("● off") == true && row?.contains("more") == false)
    }
}
