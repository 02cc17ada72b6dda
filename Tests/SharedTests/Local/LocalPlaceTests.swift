import Shared
import Testing

struct LocalPlaceTests {
    private let user = SystemUser(1000)

    @Test func theFoldersFollowTheSpecification() {
        let environment = [
            "HOME": "/home/ada", "XDG_RUNTIME_DIR": "/run/user/1000", "XDG_DATA_HOME": "/data",
            "XDG_STATE_HOME": "/state",
        ]
        let place = LocalPlace(isMock: false, environment: environment, user: user)
        #expect(place.socket == "/run/user/1000/tickwire/local.socket")
        #expect(place.dataFolder == "/data/tickwire/local")
        #expect(place.log == "/state/tickwire/local.log")
    }

    @Test func withoutThemTheUsersOwnFolderIsUsed() {
        let place = LocalPlace(isMock: false, environment: ["HOME": "/home/ada", "XDG_RUNTIME_DIR": "run"], user: user)
        #expect(place.socketFolder == "/tmp/tickwire-1000")
        #expect(place.dataFolder == "/home/ada/.local/share/tickwire/local")
        #expect(place.log == "/home/ada/.local/state/tickwire/local.log")
    }

    @Test func theMocksServerSharesNothingWithTheRealOne() {
        let (one, other) = (true, false)
        let mock = LocalPlace(isMock: one, environment: ["HOME": "/home/ada"], user: user)
        let live = LocalPlace(isMock: other, environment: ["HOME": "/home/ada"], user: user)
        #expect(mock.socket != live.socket)
        #expect(mock.dataFolder != live.dataFolder)
        #expect(mock.log != live.log)
        #expect(mock.startLock != live.startLock)
        #expect(mock.keepMark != live.keepMark)
    }
}
